/** What Node cannot read as HTTP never becomes a request: the answer is written to the connection itself. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import { problemDocument } from './problem.ts'
import type { ProblemCode } from './schemas/problem.ts'

/** Node keeps here the answer that it is writing, and says nothing of it elsewhere. */
type AnsweringSocket = Socket & { _httpMessage?: { headersSent: boolean } | null }

const CODES: Partial<Record<string, ProblemCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_too_slow',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
}

/** Fastify's `clientErrorHandler`: a problem document like every other, and the end of the connection. */
export function answerUnreadable(
  this: FastifyInstance,
  error: Error & { code?: string },
  socket: AnsweringSocket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const id = uuidv7()
  const code = CODES[error.code ?? ''] ?? 'malformed_request'
  this.log.debug({ reqId: id, code, reason: error.code }, 'a request that is no HTTP')
  // Into an answer that has begun, another would be written.
  if (socket.writable && !socket._httpMessage?.headersSent) socket.write(answer(code, id))
  socket.destroySoon()
}

function answer(code: ProblemCode, id: string): string {
  const detail = code === 'malformed_request' ? { detail: 'This cannot be read as HTTP' } : {}
  const document = problemDocument(code, id, detail)
  const body = JSON.stringify(document)
  const head = [
    `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
