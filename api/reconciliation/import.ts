/** A statement as somebody uploads it: a multipart form with the file, whose account it is of, and which column says what. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { findProviderAccount } from '../../db/queries/account/read.ts'
import { columnsOf, importStatement, type StatementRow } from '../../db/queries/reconciliation/statements.ts'
import { MalformedTable } from '../../domain/csv.ts'
import { meaningOfWord, type StatementColumns } from '../../domain/reconciliation.ts'
import { MissingColumn, type ReadStatement, readStatement } from '../../domain/statement.ts'
import { isUuid } from '../../domain/uuid.ts'
import { findProvider } from '../../providers/index.ts'
import { actorName, actorOf } from '../access/actor.ts'
import { problem } from '../problem.ts'
import { StatementColumnNames } from '../schemas/reconciliation.ts'

const LONGEST_NAME = 200

const broken = (path: string, rule: string, message: string) =>
  problem('rule_broken', { errors: [{ path, rule, message }] })

/** @throws ApiProblem 400 for what is no such form, 422 for what is no statement. */
export async function importUpload(app: FastifyInstance, request: FastifyRequest): Promise<StatementRow> {
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
  const statement = read(await textOf(file), columns)
  const { meaningOf } = findProvider(account.provider)
  return importStatement(db, {
    account,
    name: cleanName(file.name),
    by: actorName({ platformId, ...actor }),
    columns,
    statement,
    meaningOf: (word) => meaningOf(word) ?? meaningOfWord(word),
  })
}

async function formOf({ headers, body }: FastifyRequest): Promise<FormData> {
  const type = headers['content-type']
  if (!Buffer.isBuffer(body) || type === undefined) throw problem('malformed_request')
  try {
    return await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  } catch {
    throw problem('malformed_request', { detail: 'The body is no multipart form' })
  }
}

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

function read(text: string, columns: StatementColumns): ReadStatement {
  const statement = attempt(text, columns)
  const errors = statement.bad.map(({ line, column, text: said }) => ({
    path: `/file/${line}/${column}`,
    rule: 'unreadable',
    message: `cannot be read, or can be read in two ways: ${said}`,
  }))
  if (errors.length > 0) throw problem('rule_broken', { errors })
  if (statement.lines.length === 0) throw broken('/file', 'empty', 'has no line about a transaction')
  return statement
}

function attempt(text: string, columns: StatementColumns): ReadStatement {
  try {
    return readStatement(text, columns)
  } catch (error) {
    if (error instanceof MissingColumn) throw broken(`/columns/${error.column}`, 'column', error.message)
    if (error instanceof MalformedTable) throw broken('/file', 'csv', error.message)
    throw error
  }
}

const cleanName = (name: string) => name.replace(/\p{Cc}/gu, '').slice(-LONGEST_NAME) || 'statement.csv'
