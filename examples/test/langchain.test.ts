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

  override bindTools() {
    return this;
  }

  override async _generate(messages: BaseMessage[]) {
    const message = this.#script[this.asked.length] ?? new AIMessage('');
    this.asked.push([...messages]);
    return { generations: [{ text: message.text, message }] };
  }
}

it('lets a chat model write a file and see a failure', async () => {
  await using project = await openProject();
  const model = new ScriptedModel([
    new AIMessage({
      content: '',
      tool_calls: [
        { id: 'write', name: 'create_file', args: { path: 'notes.txt', content: '42' } },
        { id: 'refused', name: 'create_file', args: { path: '../notes.txt', content: '42' } },
      ],
    }),
    new AIMessage('done'),
  ]);

  expect(await ask(model, project.toolset, 'Note the answer.')).toBe('done');

  expect(model.asked[1]?.slice(-2)).toMatchObject([
    {
      tool_call_id: 'write',
      status: 'success',
      content: [{ type: 'text', text: expect.stringContaining('notes.txt') }],
    },
    { tool_call_id: 'refused', status: 'error' },
  ]);
  expect(project.read('notes.txt')).toBe('42');
});
