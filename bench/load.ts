/** A closed loop: so many callers, each beginning its next unit of work when its last one has ended. */
export interface Unit {
  workflowId: string
  /** From the payment to the very end. */
  finish(): Promise<void>
}

export interface Subject {
  /** Resolves when the client has the answer. */
  create(): Promise<Unit>
  close(): Promise<void>
}

export interface Round {
  /** Units per second. */
  throughput: number
  /** Milliseconds that each creation took. */
  createMs: number[]
  /** Milliseconds from the payment to the end, each. */
  finishMs: number[]
}

export async function runRound(subject: Subject, units: number, concurrency: number): Promise<Round> {
  const createMs: number[] = []
  const finishMs: number[] = []
  let begun = 0
  const caller = async () => {
    while (begun < units) {
      begun += 1
      const since = performance.now()
      const unit = await subject.create()
      const created = performance.now()
      createMs.push(created - since)
      await unit.finish()
      finishMs.push(performance.now() - created)
    }
  }
  const since = performance.now()
  await Promise.all(Array.from({ length: concurrency }, caller))
  return { throughput: (units / (performance.now() - since)) * 1000, createMs, finishMs }
}
