/** A double click or a held key counts as one press. */

const PRESSED = 'button, a, [role="button"], [role="option"], [role="menuitem"], [role="tab"]'

const pressedAt = ({ target }: Event): Element | null =>
  target instanceof Element ? (target.closest(PRESSED) ?? target) : null

/**
 * What is pressed first may be gone by the second press: a dialog has closed, and the row behind it would open.
 * Such a press does nothing, wherever it lands.
 */
export function ignoreSecondPresses(): void {
  let first: Element | null = null
  document.addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1) first = pressedAt(event)
      else if (first && !first.isConnected) stop(event)
    },
    true,
  )
  document.addEventListener(
    'mousedown',
    // It would mark the words around a button.
    (event) => {
      if (event.detail > 1 && pressedAt(event)?.matches(PRESSED)) event.preventDefault()
    },
    true,
  )
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat && event.key === 'Enter' && !(event.target instanceof HTMLTextAreaElement)) stop(event)
    },
    true,
  )
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** For a button that sends something: an answer may come before a double click is over. */
export const isSecondPress = ({ detail }: { detail: number }): boolean => detail > 1
