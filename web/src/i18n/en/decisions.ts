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
  failed: 'The decision was not accepted',
}
