/** One mail, ready to be sent or shown. */
export interface Message {
  /** The same for every repeat: what the Message-ID begins with. */
  id: string
  /** Of the sender; the address is the installation's. */
  from: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
}
