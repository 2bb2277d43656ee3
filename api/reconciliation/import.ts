/** A statement as an operator uploads it: a multipart form with the file, whose account it is of, and which column says what. */
import { setImmediate } from 'node:timers/promises'
import { MIMEType } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { findProviderAccount } from '../../db/queries/account/read.ts'
import { NoWholeStatement } from '../../db/queries/reconciliation/missing-there.ts'
import {
  columnsOf,
  type Import,
  importStatement,
  type StatementRow,
} from '../../db/queries/reconciliation/statements.ts'
import { MalformedTable } from '../../domain/csv.ts'
import { meaningOfWord, type StatementColumns } from '../../domain/reconciliation.ts'
import { isTooWide, MissingColumn, type ReadStatement, readStatement } from '../../domain/statement.ts'
import { isUuid } from '../../domain/uuid.ts'
import { findProvider } from '../../providers/index.ts'
import { actorName, actorOf } from '../access/actor.ts'
import { broken, problem } from '../problem.ts'
import { StatementColumnNames } from '../schemas/reconciliation.ts'
import { createTurns } from '../turns.ts'

const LONGEST_NAME = 200
/** Three are meant. Each is read whole with its headings, and a body of 20 MB has room for hundreds of thousands of either. */
const MOST_PARTS = 10
const LONGEST_HEADINGS = 2_000
const RETRY_AFTER_SECONDS = 10
/** Statements that are imported, wait for it, or come in: each is whole in memory. */
export const MOST_STATEMENTS = 8
/** Each holds a connection to its end. */
const AT_ONCE = 3

/**
 * Imports a few uploads at once in this process. Platforms take turns, with one statement each:
 * docs/decisions/0246-statements-are-imported-in-turns.md
 */
export function importerOf(app: FastifyInstance): (request: FastifyRequest) => Promise<StatementRow> {
  const { inTurn } = createTurns({
    atOnce: AT_ONCE,
    places: MOST_STATEMENTS,
    each: 1,
    told: { detail: 'Another statement is being imported; nothing was done', retryAfter: RETRY_AFTER_SECONDS },
  })
  return (request) => inTurn(actorOf(request).homeId, () => importUpload(app, request))
}

/** @throws ApiProblem 400 for what is no such form, 422 for what is no statement. */
async function importUpload(app: FastifyInstance, request: FastifyRequest): Promise<StatementRow> {
  const { platformId, ...actor } = actorOf(request)
  const form = await formOf(request)
  const file = form.get('file')
  if (!(file instanceof File)) throw broken('/file', 'required', 'is missing')
  const accountId = form.get('providerAccountId')
  const db = app.database.writer
  const account =
    typeof accountId === 'string' && isUuid(accountId)
      ? await findProviderAccount(db, platformId, accountId)
      : undefined
  if (!account) throw broken('/providerAccountId', 'account', 'is no account of this platform')
  const columns = columnsFrom(form.get('columns')) ?? (await columnsOf(db, account.id))
  if (!columns) throw broken('/columns', 'required', 'is asked for with the first statement of an account')
  const statement = await read(await textOf(file), columns)
  const { meaningOf } = findProvider(account.provider)
  return compare(db, {
    account,
    name: cleanName(file.name),
    by: actorName({ platformId, ...actor }),
    columns,
    statement,
    meaningOf: (word) => meaningOf(word) ?? meaningOfWord(word),
  })
}

async function formOf({ headers, body }: FastifyRequest): Promise<FormData> {
  const boundary = boundaryOf(headers['content-type'] ?? '')
  if (!Buffer.isBuffer(body) || boundary === undefined) throw problem('malformed_request')
  assertFewParts(body, `--${boundary}`)
  try {
    // Written anew, so that what is parsed is what was counted.
    const type = `multipart/form-data; boundary="${boundary}"`
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw problem('malformed_request', { detail: 'The body is not a multipart form' })
  }
}

/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

function boundaryOf(contentType: string): string | undefined {
  try {
    const boundary = new MIMEType(contentType).params.get('boundary') ?? ''
    return BOUNDARY.test(boundary) ? boundary : undefined
  } catch {
    return undefined
  }
}

/** @throws ApiProblem 400: reading such a form would hold up every other request. */
function assertFewParts(body: Buffer, delimiter: string): void {
  let [at, parts] = [body.indexOf(delimiter), 0]
  while (at !== -1) {
    const next = body.indexOf(delimiter, at + 1)
    const isLast = next === -1
    const headings = isLast ? 0 : body.subarray(at, next).indexOf('\r\n\r\n')
    if (parts >= MOST_PARTS && !isLast) throw malformed(`The form has more than ${MOST_PARTS} parts`)
    if (headings === -1 || headings > LONGEST_HEADINGS) throw malformed('A part of the form has no end of its headings')
    parts += 1
    at = next
  }
}

const malformed = (detail: string) => problem('malformed_request', { detail })

function columnsFrom(text: unknown): StatementColumns | undefined {
  if (text === null || text === '') return undefined
  const columns = typeof text === 'string' ? parsed(text) : undefined
  if (!Value.Check(StatementColumnNames, columns)) {
    throw broken('/columns', 'columns', 'is no JSON object with the headings of transactionId and amount')
  }
  return columns as StatementColumns
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Spreadsheets of old write Windows-1252, which is never valid UTF-8 where it differs. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function read(text: string, columns: StatementColumns): Promise<ReadStatement> {
  const statement = await attempt(text, columns)
  const errors = statement.bad.map(({ line, column, text: said }) => ({
    path: `/file/${line}/${column}`,
    rule: 'unreadable',
    message: 'cannot be read, or can be read in two ways',
    value: said,
  }))
  if (errors.length > 0) throw problem('rule_broken', { errors })
  if (statement.lines.length === 0) throw broken('/file', 'noTransaction', 'has no line about a transaction')
  if (isTooWide(statement)) throw broken('/file', 'span', 'has lines that are more than 100 days apart')
  return statement
}

async function attempt(text: string, columns: StatementColumns): Promise<ReadStatement> {
  try {
    return await readStatement(text, columns, () => setImmediate())
  } catch (error) {
    if (error instanceof MissingColumn) {
      const { column, heading: value, message } = error
      throw problem('rule_broken', { errors: [{ path: `/columns/${column}`, rule: 'column', message, value }] })
    }
    if (error instanceof MalformedTable) throw broken('/file', error.fault, error.message)
    throw error
  }
}

async function compare(db: FastifyInstance['database']['writer'], wanted: Import): Promise<StatementRow> {
  try {
    return await importStatement(db, wanted)
  } catch (error) {
    if (!(error instanceof NoWholeStatement)) throw error
    throw broken('/file', 'whole', 'is no whole statement: more than 5,000 charges paid in its time are not in it')
  }
}

const cleanName = (name: string) => name.replace(/\p{Cc}/gu, '').slice(-LONGEST_NAME) || 'statement.csv'
