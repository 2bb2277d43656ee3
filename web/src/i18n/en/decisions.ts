import type { decisions as portuguese } from '../pt-BR/decisions.ts'

export const decisions: typeof portuguese = {
  carriedOut: {
    retry: 'The provider is being asked again',
    resolve: 'Decision carried out',
    cancel: 'Cancellation carried out',
  },
  accepted: 'Decision received',
  acceptedText: 'The provider is asked before it is carried out: the outcome appears here.',
  acceptedLong: 'The provider has not answered yet: the outcome appears in the timeline.',
  void: 'Decision without effect',
  voidText: 'Nothing was done: {{why}}.',
  unknown: 'We do not know whether the decision was carried out',
  unknownText: 'No answer came in time. Look at the timeline before you decide again.',
  look: {
    open: 'Ask again',
    title: 'Ask the provider again?',
    text: 'The provider is asked now about the {{amount}}, and what has changed there appears here. No money moves.',
    submit: 'Ask',
  },
  ask: {
    cancel: 'To cancel it, ask an operator or an administrator.',
    decide: 'An operator or an administrator decides: ask one of them.',
    erase: 'To erase this data, ask an operator or an administrator.',
  },
  failed: 'The decision was not accepted',
}
