/** A card in clear. It never leaves the process that received it; only its token or id does. */
export interface CardData {
  cardNumber: string
  holderName: string
  holderDocument: string
  expMonth: string
  /** Two digits. */
  expYear: string
  cvv: string
  email?: string
  customerIp?: string
  receiverId?: string
}

/** A stored card. Its security code is present only for the charge that it was given for. */
export type KeptCard = Omit<CardData, 'cvv'> & { cvv?: string | undefined }
