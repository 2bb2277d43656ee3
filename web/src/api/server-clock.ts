/** By how much this device's clock is ahead of the API's, as its latest answer showed. */
let ahead = 0

export function readClock({ headers }: Response): void {
  const said = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(said)) ahead = Date.now() - said
}

/** A moment of this device, as the API's clock shows it. */
export const asOfServer = (moment: number): number => moment - ahead
