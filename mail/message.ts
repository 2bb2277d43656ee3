/** One mail, ready to send or show. */
export interface Message {
  /** The same for every retry. The Message-ID begins with it. */
  id: string
  /** The sender's name. The address is the installation's. */
  from: string
  to: { name: string; address: string }
  /** Where an answer goes, if not to the installation's address. */
  replyTo?: string
  subject: string
  text: string
  html: string
}
