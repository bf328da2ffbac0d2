// Dragoman's tools under the AI SDK. Asks about the directory it is started in:
//   AI_GATEWAY_API_KEY=… node ai-sdk.ts 'What does this project do?'
import { pathToFileURL } from 'node:url';
import { type ContentBlock, createToolset, type ToolResult, type Toolset } from '@dragoman/dialects';
import { generateText, jsonSchema, type LanguageModel, stepCountIs, type ToolSet, tool } from 'ai';

/** The toolset as the SDK's tools, by name. */
export function aiSdkTools(toolset: Toolset): ToolSet {
  return Object.fromEntries(
    toolset.tools.map(({ name, description, inputSchema }) => [
      name,
      tool<unknown, ToolResult>({
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: (input, { abortSignal }) => toolset.call(name, input, abortSignal ? { signal: abortSignal } : {}),
        toModelOutput: ({ output }) => modelOutput(output),
      }),
    ]),
  );
}

/** What the model sees; `_meta` and the structured form stay with the program. */
function modelOutput({ content, isError }: ToolResult) {
  if (isError) {
    const texts = content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`));
    return { type: 'error-text' as const, value: texts.join('\n') };
  }
  return { type: 'content' as const, value: content.map(outputPart) };
}

function outputPart(block: ContentBlock) {
  switch (block.type) {
    case 'text':
      return { type: 'text' as const, text: block.text };
    case 'image':
      return { type: 'image-data' as const, data: block.data, mediaType: block.mimeType };
    case 'resource':
      return { type: 'file-data' as const, data: block.resource.blob, mediaType: block.resource.mimeType };
  }
}

/** Lets a model work with the tools until it answers, in twenty steps at most. */
export async function ask(model: LanguageModel, toolset: Toolset, question: string): Promise<string> {
  const { text } = await generateText({
    model,
    prompt: question,
    tools: aiSdkTools(toolset),
    stopWhen: stepCountIs(20),
  });
  return text;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const toolset = await createToolset({ dialect: 'gemini', session: { workdir: process.cwd(), readOnly: true } });
  console.log(await ask('google/gemini-2.5-pro', toolset, process.argv[2] ?? 'What does this project do?'));
  await toolset.close();
}
