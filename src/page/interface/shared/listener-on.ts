/** Adds listeners to one element, all with the same options. */
export function listenerOn(element: HTMLElement, options: AddEventListenerOptions) {
  return <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void => element.addEventListener(type, listener, options);
}
