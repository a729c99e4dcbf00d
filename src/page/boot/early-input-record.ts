export interface EarlyPress {
  /** `timeStamp` of its event. */
  readonly timeStamp: number;
  readonly plays: boolean;
  /** Whether a finger made it. */
  readonly isTap: boolean;
}

/** Reasons why a message is not kept: its sender, its type, or a full list. */
export type EarlyRefusal = 'not-from-parent' | 'not-text' | 'queue-full';

/**
 * Input recorded from the first byte on: presses until the page's module runs, keys until the interface has loaded, and
 * messages of the host until the bridge has loaded. Each input keeps its timestamp, so that it counts from that time.
 */
export interface EarlyInput {
  /** From the host page, in order of arrival. Raw hosts greet exactly once, right after the frame's `load`. */
  readonly messages: MessageEvent[];
  /** Numbers of the messages that are not kept (H2). */
  readonly refused: Partial<Record<EarlyRefusal, number>>;
  /** The last press on the picture, the poster, the play button or a key that plays. Each press replaces the previous press. */
  lastPress: EarlyPress | null;
  /** The pointer that is down. */
  down: PointerEvent | null;
  /** All other keys, in order. */
  readonly keys: KeyboardEvent[];
  /** Carries out a press. The module replaces this function by a command to the player, for keys before the interface has loaded. */
  press: (event: Event) => void;
  /** Ends the recording of presses: the module has its own listeners by then. */
  readonly takeOver: () => void;
  /** Ends the recording of messages and returns them. */
  readonly takeMessages: () => readonly MessageEvent[];
  /** Ends the recording of keys and returns them. */
  readonly takeKeys: () => readonly KeyboardEvent[];
}

/** The part of `EventTarget` that is used. */
interface Source<Type extends string, Heard extends Event> {
  addEventListener(type: Type, listener: (event: Heard) => void, options: { readonly signal: AbortSignal }): void;
}

export interface EarlyInputDependencies {
  readonly window: Source<'message', MessageEvent<unknown>> & { readonly parent: unknown };
  /** The player's root; before the module has loaded, all of it acts as one button. */
  readonly root: Source<'click', Event> &
    Source<'pointerdown' | 'pointerup' | 'pointercancel', PointerEvent> & {
      addEventListener(
        type: 'focusin',
        listener: (event: FocusEvent) => void,
        options: { readonly signal: AbortSignal },
      ): void;
      readonly ownerDocument: Source<'keydown', KeyboardEvent>;
      toggleAttribute(name: string, on: boolean): void;
    };
  readonly media: Pick<HTMLVideoElement, 'paused' | 'pause'>;
  readonly button: EventTarget & Pick<HTMLElement, 'click'>;
  /** Whether the first paint reports a missing connection, and offers to play. */
  readonly isUnreached: () => boolean;
  /** Whether keys are recorded: the `disablekb` parameter is off. */
  readonly takesKeys: boolean;
  /** Whether single-key shortcuts are on. Otherwise these keys are only kept for the interface, which decides. */
  readonly takesSingleKeys: boolean;
  /** Runs in the gesture, because some browsers unlock sound only there. */
  readonly startPlaying: () => void;
}
