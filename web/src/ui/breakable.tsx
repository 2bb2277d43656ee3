import { Fragment } from 'react'

/** An e-mail that is too long for its line goes on after its @, and not after any letter. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=@)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
