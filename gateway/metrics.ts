/** What is counted of the conversations with providers. */
export interface ProviderMetrics {
  /** `outcome` is the answer's status class ("2xx") or the error's kind. */
  providerCall(provider: string, outcome: string): void
  /** A provider used a word for a status that its table does not have. */
  unmappedStatus(provider: string): void
}
