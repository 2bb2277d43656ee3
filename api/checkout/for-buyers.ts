/** Problems as a buyer may see them: no provider's name, id or words, and paths as the buyer's request has them. */
import { ProviderError } from '../../domain/provider-error.ts'
import { tooMany } from '../plugins/external/rate-limit.ts'
import { ApiProblem, problem } from '../problem.ts'
import { BuyersCard } from '../schemas/checkout-page.ts'

const CARD_PATHS: ReadonlySet<string> = new Set(Object.keys(BuyersCard.properties).map((name) => `/${name}`))

/** Of the card that was to be saved; what its charge lacks is said as of the charge. */
export function cardProblem(error: unknown): unknown {
  if (!(error instanceof ApiProblem)) return error
  switch (error.problemCode) {
    case 'provider_refused':
      return problem('rule_broken', {
        errors: [{ path: '/card/cardNumber', rule: 'cardRefused', message: 'The card was not accepted' }],
      })
    case 'rule_broken':
      return problem('rule_broken', {
        errors: (error.options.errors ?? []).map((field) =>
          CARD_PATHS.has(field.path) ? { ...field, path: `/card${field.path}` } : field,
        ),
      })
    default:
      return error
  }
}

export function forBuyer(error: unknown): unknown {
  if (error instanceof ProviderError) return problem('method_not_supported')
  if (!(error instanceof ApiProblem)) return error
  const { problemCode, options } = error
  switch (problemCode) {
    case 'provider_refused':
    case 'provider_failed':
    case 'no_provider_account':
    case 'method_not_supported':
      return problem(problemCode)
    case 'rule_broken':
      return problem('rule_broken', {
        errors: (options.errors ?? []).map((field) =>
          field.rule === 'required' ? { ...field, message: 'is required' } : field,
        ),
      })
    default:
      return error
  }
}

/** @param wait milliseconds. Other ways to pay go on. */
export const tooManyCards = (wait: number) =>
  tooMany(wait, [
    { path: '/card', rule: 'cardTries', message: 'Too many cards were refused; other ways to pay are open' },
  ])

/** @param wait milliseconds, unless one is paid or ends before. */
export const tooManyUnpaid = (wait: number) =>
  tooMany(wait, [
    {
      path: '',
      rule: 'unpaidOrders',
      message: 'Too many orders from here wait to be paid: pay one, or wait for one to end',
    },
  ])
