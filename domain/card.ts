/** A card in clear: it stays in the process that received it, and only the token or id made from it travels. */
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

/** A card that was kept: its security code is there only for the charge that it was given for. */
export type KeptCard = Omit<CardData, 'cvv'> & { cvv?: string | undefined }
