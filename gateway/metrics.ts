/** Metrics of requests to providers. Those of test mode reach fakes, which fail when a test asks for it: they are not counted. */
export interface ProviderMetrics {
  /** `outcome` is the answer's status class ("2xx") or the error's kind. */
  providerCall(provider: string, outcome: string): void
  /** A provider used a status word that its table does not map. */
  unmappedStatus(provider: string): void
}

export const UNCOUNTED: ProviderMetrics = { providerCall: () => {}, unmappedStatus: () => {} }
