import type { HostCommand } from '../../src/page/host-messages/host-messages.ts';
import { Emitter } from '../../src/page/player/emitter.ts';
import type { CommandSource, ExecutedCommand, PlayerControl } from '../../src/page/player/player.ts';

export interface FakeControl extends Pick<PlayerControl, 'onCommand' | 'lastSourceOf'> {
  /** A command has run. */
  ran(command: HostCommand, by: CommandSource, accepted?: boolean): void;
}

/** Sources of commands, as the real player reports them: the source is known once the command has run. */
export function createFakeControl(): FakeControl {
  const sources = new Map<HostCommand['name'], CommandSource>();
  const commands = new Emitter<ExecutedCommand>((error) => {
    throw error;
  });
  return {
    onCommand: (listener) => commands.on(listener),
    lastSourceOf: (name) => sources.get(name),
    ran(command, by, accepted = true) {
      sources.set(command.name, by);
      commands.emit({ command, by, accepted });
    },
  };
}
