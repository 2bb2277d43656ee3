/** By which names requests and answers call what must not be kept: secrets, security codes, people and where they are paid. */

export const HIDDEN = '•••'

/** Names come from outside: nothing here may be matched in more than one way, or a long one takes for ever. */
const SECRET_KEY =
  /^(authorization|cookie|set-cookie|[a-z_-]*token|client_?secret|client_?id|secret|password|api[-_]?key|x-.*(key|token|secret|signature)|card_?hash|encrypted_?card|card_?number|credit_?card_?number|numero_?cartao|pan)$/i
/** A card's security code, by whichever name, once everything but its letters and digits is gone. */
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
/** The same in a text that is no JSON: a form, XML, half a document, JSON inside a string. */
export const CODE_IN_TEXT = new RegExp(
  `((?:${CODE_NAMES.join('|').replaceAll('_?', '[-_ ]?')})[\\\\"'\\s]*[:=>][\\\\"'\\s]*)\\d{3,4}(?!\\d)`,
  'gi',
)
/** Whoever's it is: `buyer_name`, `payerPhone`, `legalName`. Of the letters and digits of a key alone, as are the next ones. */
const PERSONAL_KEY =
  /(?:name|nome|holder|e?mails?|phones?|phonenumber|telefone|celular|cpf|cnpj|cpfcnpj|taxid|documents?|documento|documentnumber|myid|identification|street|streetnumber|address|endereco|zipcode|postalcode|cep)$|^devedor$/
/** Where money is paid out to. */
const DESTINATION_KEY =
  /^(?:key|keyvalue|pixkey|pixaddresskey|chave|chavepix|chavepixdestino|conta|numeroconta|agency|agencia|branch|branchnumber|bankag|bankcc)$|account(?:number)?$/

export function isSecret(name: string): boolean {
  return SECRET_KEY.test(name) || isCode(name)
}

export function isCode(name: string): boolean {
  return CODE_KEY.test(bare(name))
}

/** Whose name, number, address or account it is. */
export function isPersonal(name: string): boolean {
  return isAboutPerson(name) || DESTINATION_KEY.test(bare(name))
}

export function isAboutPerson(name: string): boolean {
  return PERSONAL_KEY.test(bare(name))
}

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
