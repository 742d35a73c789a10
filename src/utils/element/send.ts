/** Dispatches an event like all of the kit's: bubbling, composed, cancelable (E11). */
export function send<Detail>(element: Element, type: string, detail?: Detail): CustomEvent<Detail> {
  const event = new CustomEvent<Detail>(type, { bubbles: true, composed: true, cancelable: true, detail });
  element.dispatchEvent(event);
  return event;
}
