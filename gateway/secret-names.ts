/** The field names of values that must be masked: secrets, security codes, personal data and payment destinations. */

export const HIDDEN = '•••'

/** Names come from outside, so no pattern here may be ambiguous: backtracking on a long name would take for ever. */
const SECRET_KEY =
  /^(authorization|cookie|set-cookie|[a-z_-]*token|client_?secret|client_?id|secret|password|api[-_]?key|x-.*(key|token|secret|signature)|card_?hash|encrypted_?card|card_?number|credit_?card_?number|numero_?cartao|pan)$/i
/** Names of a card's security code, matched against a name's letters and digits only. */
const CODE_NAMES = [
  'cvv2?',
  'ccv',
  'cvc2?',
  'cvn',
  'csc',
  'security_?code',
  'verification_?(?:value|code)',
  'codigo_?(?:de_?)?seguranca',
]
const CODE_KEY = new RegExp(`(?:${CODE_NAMES.join('|').replaceAll('_?', '')})$`)
/** The same names in a text that is not JSON: a form, XML, part of a document, JSON inside a string. */
export const CODE_IN_TEXT = new RegExp(
  `((?:${CODE_NAMES.join('|').replaceAll('_?', '[-_ ]?')})[\\\\"'\\s]*[:=>][\\\\"'\\s]*)\\d{3,4}(?!\\d)`,
  'gi',
)
/** Names of the first digits of a card. */
const BEGINNING_KEY = /^(?:(?:credit)?card)?(?:bin|iin)(?:number)?$|^(?:card)?first(?:six|eight|[68])?digits$/
/** Personal data, of whichever person: `buyer_name`, `payerPhone`, `legalName`. Matched against a name's letters and digits, like the next ones. */
const PERSONAL_KEY =
  /(?:name|nome|holder|e?mails?|phones?|phonenumbers?|birthdate|birth|nascimento|telefone|celular|cpf|cnpj|cpfcnpj|taxid|documents?|documento|documentnumber|documentvalidation|myid|identification|street|streetnumber|address|endereco|zipcode|postalcode|cep)$|^devedor$/
/** Destinations of withdrawals. */
const DESTINATION_KEY =
  /^(?:key|keyvalue|pixkey|pixaddresskey|chave|chavepix|chavepixdestino|conta|numeroconta|agency|agencia|branch|branchnumber|bankag|bankcc)$|account(?:number)?$/

export function isSecret(name: string): boolean {
  return SECRET_KEY.test(name) || isCode(name)
}

export function isCode(name: string): boolean {
  return CODE_KEY.test(bare(name))
}

/** What PCI DSS lets be shown of a card's beginning. */
export const firstSix = (digits: string): string => (digits.length > 6 ? digits.slice(0, 6) + HIDDEN : digits)

export function isCardsBeginning(name: string): boolean {
  return BEGINNING_KEY.test(bare(name))
}

/** Personal data or a payment destination. */
export function isPersonal(name: string): boolean {
  return isAboutPerson(name) || DESTINATION_KEY.test(bare(name))
}

export function isAboutPerson(name: string): boolean {
  return PERSONAL_KEY.test(bare(name))
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
