/** @returns a ref: while its element is shown, the page's styles know its height by this name. */
export const heightAs = (name: `--${string}`) => (shown: HTMLElement | null) => {
  if (shown === null) return undefined
  const { style } = document.documentElement
  const sized = new ResizeObserver(() => style.setProperty(name, `${shown.offsetHeight}px`))
  sized.observe(shown)
  return () => {
    sized.disconnect()
    style.removeProperty(name)
  }
}
