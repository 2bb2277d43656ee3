/** One mail, ready to send or show. */
export interface Message {
  /** The same for every retry. The Message-ID begins with it. */
  id: string
  /** The sender's name. The address is the installation's. */
  from: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}
