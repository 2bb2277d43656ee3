/** Metrics of requests to providers. */
export interface ProviderMetrics {
  /** `outcome` is the answer's status class ("2xx") or the error's kind. */
  providerCall(provider: string, outcome: string): void
  /** A provider used a status word that its table does not map. */
  unmappedStatus(provider: string): void
}
