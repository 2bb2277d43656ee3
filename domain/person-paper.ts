/** A user's identity documents: the same five kinds that receivers may have. */
export { RECEIVER_DOCUMENTS as PERSON_PAPERS, type ReceiverDocument as PersonPaper } from './receiver.ts'

/** The purpose under which their files are stored, apart from receivers' documents, which every member of the platform may read. */
export const PERSON_PAPER_PURPOSE = 'personPaper'
