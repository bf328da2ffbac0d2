/** Markdown that shows the tools of a dialect: what a model is told, and the parameters of each. */
export function toolsPage(dialect, tools) {
  const heading = `# Tools of \`${dialect}\`\n\nMade from the schemas and descriptions that a model gets.\n`;
  return [heading, ...tools.map(toolSection)].join('\n');
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
  return `<blockquote v-pre style="white-space: pre-wrap">${escaped(text).replaceAll('\n', '&#10;')}</blockquote>`;
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
