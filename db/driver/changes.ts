/**
 * The changes to the published driver, and why. Each `from` text occurs exactly once in its file. `published` and `mended` are the
 * SHA-256 of the whole file before and after. docs/decisions/0010-the-driver-is-mended-at-install.md.
 */
export interface FileChanges {
  path: string
  published: string
  mended: string
  changes: readonly { why: string; from: string; to: string }[]
}

export const DRIVER = 'postgres'
export const DRIVER_VERSION = '3.4.9'

export const FILES: readonly FileChanges[] = [
  {
    path: 'src/connection.js',
    published: 'ee3a218d9aa6a6f2887c1a19da50009335fe84c11a5431d5cab72d6bc528632f',
    mended: 'fdfba32e0310644f7537200a308ecc389489509211828af284a76fced14b7254',
    changes: [
      {
        why: 'A query that fails after its first row does not reset the row counter (issues 1119 and 1181 of the driver).',
        from: `    query = results = errorResponse = null
    result = new Result()
    connectTimer.cancel()`,
        to: `    query = results = errorResponse = null
    result = new Result()
    rows = 0
    connectTimer.cancel()`,
      },
      {
        why: 'A query given to a connection without a socket waits for ever, or gets the answer of another query.',
        from: `    if (q.cancelled)
      return

    try {`,
        to: `    if (q.cancelled)
      return

    if (!socket) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options))
      return true
    }

    try {`,
      },
      {
        why: 'Bytes that were not written yet would be sent before the next start-up message.',
        from: `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
        to: `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()`,
      },
      {
        why: 'A failed socket closes a little later. A query rejected in between is retried on the lost connection.',
        from: `    x.on('error', error)
    x.on('close', closed)`,
        to: `    x.on('error', failed)
    x.on('close', closed)`,
      },
      {
        why: 'See above.',
        from: `    socket.on('secureConnect', connected)
    socket.on('error', error)`,
        to: `    socket.on('secureConnect', connected)
    socket.on('error', failed)`,
      },
      {
        why: 'See above.',
        from: `  function errored(err) {
`,
        to: `  function failed(err) {
    failure = err
  }

  function errored(err) {
`,
      },
      {
        why: 'See above.',
        from: `    , errorResponse = null
    , result = new Result()`,
        to: `    , errorResponse = null
    , failure = null
    , result = new Result()`,
      },
      {
        why: 'See above. Queries sent before the loss must not wait for answers of the next connection.',
        from: `    socket = null

    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
`,
        to: `    socket = null

    failure && error(failure)
    failure = null

    if (initial)
      return reconnect()

    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
    rows = 0
`,
      },
      {
        why: 'A statement that is prepared again encodes its parameters twice, so that true becomes false.',
        from: `      parameters[i] = x = type in options.serializers
`,
        to: `      x = type in options.serializers
`,
      },
    ],
  },
  {
    path: 'src/index.js',
    published: '4e21f5733e70d79cffc10d10d4ef01031de4a9ac862210e43f8870029fd103ed',
    mended: '36ce25c171d8461fe314627e014c98f67076481d893feb7a6f1b5b7da1feadc3',
    changes: [
      {
        why: 'Later statements of a transaction whose connection was lost must not run in the next session of that connection.',
        from: `      , prepare = null

    try {`,
        to: `      , prepare = null
      , lost = null

    try {`,
      },
      {
        why: 'See above.',
        from: `        new Promise((_, reject) => connection.onclose = reject)
      ])
    } catch (error) {`,
        to: `        new Promise((_, reject) => connection.onclose = e => reject(lost = e))
      ])
    } catch (error) {`,
      },
      {
        why: 'See above.',
        from: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
        to: `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
        c.queue === full`,
      },
    ],
  },
]
