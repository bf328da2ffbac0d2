import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { FakeStreamingChatModel } from '@langchain/core/utils/testing';
import { expect, it } from 'vitest';
import { ask } from '../langchain.ts';
import { openProject } from './project.ts';

/** Answers with the next of its messages, and remembers what it was asked. */
class ScriptedModel extends FakeStreamingChatModel {
  readonly asked: BaseMessage[][] = [];
  readonly #script: AIMessage[];

  constructor(script: AIMessage[]) {
    super({});
    this.#script = script;
  }

  override async _generate(messages: BaseMessage[]) {
    const message = this.#script[this.asked.length] ?? new AIMessage('');
    this.asked.push([...messages]);
    return { generations: [{ text: message.text, message }] };
  }
}

it('lets a chat model read a file and see a failure', async () => {
  using project = openProject();
  const model = new ScriptedModel([
    new AIMessage({
      content: '',
      tool_calls: [
        { id: 'read', name: 'Read', args: { file_path: project.file } },
        { id: 'lost', name: 'Read', args: { file_path: `${project.file}.lost` } },
      ],
    }),
    new AIMessage('42'),
  ]);

  expect(await ask(model, project.root, 'What is the answer?')).toBe('42');

  expect(model.asked[1]?.slice(-2)).toMatchObject([
    { tool_call_id: 'read', status: 'success', content: [{ type: 'text', text: '     1\tthe answer is 42\n' }] },
    { tool_call_id: 'lost', status: 'error' },
  ]);
});
