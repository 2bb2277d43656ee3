import { Fragment } from 'react'
import { maskBoletoLine } from './masks.ts'

/** A boleto's line in its printed fields; where it needs a second line it breaks between two of them, and in the middle. */
export function BoletoLine({ code }: { code: string }) {
  return (
    <span className="block text-balance">
      {maskBoletoLine(code)
        .split(' ')
        .map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a line never move
          <Fragment key={index}>
            {index > 0 && ' '}
            <span className="whitespace-nowrap">{field}</span>
          </Fragment>
        ))}
    </span>
  )
}
