import type { platform as portuguese } from '../pt-BR/platform.ts'

export const platform: typeof portuguese = {
  title: 'Settings',
  lead: 'What holds for every charge of the platform.',
  save: 'Save',
  saved: 'Settings saved',
  failed: 'The settings were not saved',
  secondFactor: {
    title: 'Access',
    required: 'Everybody needs a second factor',
    requiredHint: 'Who has none yet can only set one up before anything else. API keys are not asked.',
  },
  look: {
    title: 'Look of the pages',
    text: 'How buyers know your shop: on the pages that sell and on receipts.',
    name: "Shop's name",
    nameMissing: 'Fill in this field',
    color: 'Colour',
    pick: 'Choose the colour',
    colorWrong: 'A colour is # and six digits, such as #1a7f4b',
    logo: 'Logo',
    logoHelp: 'PNG or JPEG, best on a transparent background.',
    current: 'Present logo',
    removeLogo: 'Remove the logo',
    preview: 'Preview',
    button: 'Pay with Pix',
    save: 'Save the look',
  },
  policies: {
    title: 'Money that nobody waited for',
    doublePayments: {
      title: 'When a charge is paid twice',
      text: "It happens when two transactions of one charge are paid: for example, a provider's answer was lost and the customer ended up with two codes.",
      ask: 'Ask an operator',
      askHint:
        'Both payments stay as they are, and the charge needs attention until somebody decides which to give back.',
      refundLater: 'Give the second payment back',
      refundLaterHint:
        'What came later is given back in full, without asking. The first stays. If the provider cannot give it back, an operator is asked.',
    },
    latePayments: {
      title: 'When a payment comes late',
      text: 'It happens when a code is paid after its charge expired or was cancelled. Where the provider withdraws codes, we ask it to; until then, and where it does not, the code can still be paid.',
      ask: 'Ask an operator',
      askHint:
        'The charge becomes paid again and needs attention: somebody decides whether to deliver or to give back.',
      accept: 'Take the money',
      acceptHint: 'The charge becomes paid again, as if it had been paid in time. Nobody is asked.',
      refund: 'Give the money back',
      refundHint:
        'The payment is given back in full, without asking. If the provider cannot give it back, an operator is asked.',
    },
  },
}
