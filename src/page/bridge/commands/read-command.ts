import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../../protocol/runtime/parse.ts';
import {
  argumentList,
  HOST_COMMANDS,
  type HostCommand,
  type HostCommandName,
} from '../../host-messages/host-messages.ts';

export function isCommandName(name: string): name is HostCommandName {
  return Object.hasOwn(HOST_COMMANDS, name);
}

/** A permitted command with arguments that fit its schema (H4). */
export function readCommand(name: HostCommandName, args: unknown): Outcome<HostCommand> {
  const parsed = parseAt<unknown>('', HOST_COMMANDS[name], argumentList(args));
  // The caller knows the command, so its message does not repeat the path of the first argument.
  if (!parsed.ok) {
    const reason = parsed.message.replace(/^: (0|\(root\)): /, '').replace('Invalid input', 'a value does not fit');
    return fail('api.invalidparam', reason);
  }
  // The table matches names and arguments; the compiler cannot follow this through the union.
  return succeed({ name, arguments: parsed.value } as HostCommand);
}
