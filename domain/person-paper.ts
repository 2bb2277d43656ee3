/** The papers by which a person shows who they are: the five that receivers' holders may have, too. */
export { RECEIVER_DOCUMENTS as PERSON_PAPERS, type ReceiverDocument as PersonPaper } from './receiver.ts'

/** What their files are called where they are kept: apart from receivers' papers, which everybody of the platform may read. */
export const PERSON_PAPER_PURPOSE = 'personPaper'
