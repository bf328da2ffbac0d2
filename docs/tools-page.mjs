/** Characters: what a page shows of one answer. */
const MAX_SHOWN = 1500;

/**
 * Markdown that shows the tools of a dialect: what a model is told, the parameters of each, and by the tool's name a call
 * with its answer and one that fails.
 */
export function toolsPage(dialect, tools, calls) {
  const heading = `# Tools of \`${dialect}\`\n\nMade from the schemas and descriptions that a model gets. The calls were made when \
this page was built, in a small project at \`/project\`.\n`;
  return [heading, ...tools.map((tool) => `${toolSection(tool)}\n${calls[tool.name].map(callBlock).join('\n')}`)].join(
    '\n',
  );
}

/** A call in JSON and what came of it. */
export function callBlock({ args, text, isError }) {
  const answer = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
  return `${isError ? 'A failure' : 'A call'}:\n\n${fenced(args, 'json')}\n\n${fenced(answer, 'text')}\n`;
}

function fenced(text, language) {
  return `\`\`\`\`\`${language}\n${text}\n\`\`\`\`\``;
}

function toolSection({ name, title, description, inputSchema, annotations }) {
  return `## ${name}\n\n*${title}. ${effectOf(annotations)}*\n\n${quoted(description)}\n\n${parameters(inputSchema)}\n`;
}

function effectOf({ readOnlyHint, destructiveHint, idempotentHint }) {
  if (readOnlyHint) return 'Changes nothing.';
  const again = idempotentHint ? ' The same call again changes nothing more.' : '';
  return `${destructiveHint ? 'May replace or remove what is there.' : 'Only adds.'}${again}`;
}

function quoted(text) {
  return `<blockquote v-pre>${escaped(text).replaceAll('\n', '<br>')}</blockquote>`;
}

function parameters({ properties, required = [] }) {
  const rows = Object.entries(properties).map(([name, schema]) => {
    const need = required.includes(name) ? '**required**' : defaultOf(schema);
    return `| ${code(name)} | ${cell(typeOf(schema))} | ${need} | ${cell(schema.description ?? '')} |`;
  });
  return ['| parameter | type | | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function defaultOf(schema) {
  return schema.default === undefined ? 'optional' : `default ${code(JSON.stringify(schema.default))}`;
}

function typeOf({ type, items, enum: choices }) {
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  return type === 'array' && items ? `${typeOf(items)}[]` : String(type);
}

function code(text) {
  return `<code v-pre>${escaped(text)}</code>`;
}

function cell(text) {
  return `<span v-pre>${escaped(text).replaceAll('\n', '<br>')}</span>`;
}

/** Plain text, safe both as HTML and in a cell of a Markdown table. */
function escaped(text) {
  return text.replace(/[&<>"|\\`*_[\]]/g, (character) => `&#${character.codePointAt(0)};`);
}
