import { useRef, useState } from 'react'

/**
 * What signs in runs once, however quickly its button is pressed again: it stays busy until it has failed, or until the next page, which
 * may take a while to load, has replaced it.
 * @param enter returns whether another page comes; false for another step of this one.
 */
export function useEntry<Given>(enter: (given: Given) => Promise<boolean>) {
  // A second press may come before the first has been drawn.
  const isUnderWay = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const set = (is: boolean) => {
    isUnderWay.current = is
    setBusy(is)
  }
  const press = async (given: Given): Promise<void> => {
    if (isUnderWay.current) return
    set(true)
    set(await enter(given).catch(() => false))
  }
  return { isBusy, press }
}
