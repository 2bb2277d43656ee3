/** Waits until charges are APPROVED in the database, told by the database itself. */
import type postgres from 'postgres'

export interface Approvals {
  /** Resolves once the row says so. */
  of(chargeId: string): Promise<void>
}

/** `sql` belongs to a database role of the bench's own, so that its questions are not counted as the product's. */
export async function followApprovals(sql: postgres.Sql): Promise<Approvals> {
  const waiting = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>()
  const look = async (id: string) => {
    const waiter = waiting.get(id)
    if (!waiter) return
    try {
      const [row] = await sql`SELECT status FROM charges WHERE id = ${id}`
      if (row?.status === 'PENDING' || !waiting.delete(id)) return
      if (row?.status === 'APPROVED') waiter.resolve()
      else waiter.reject(new Error(`Charge ${id} ended as ${row?.status}`))
    } catch (error) {
      waiter.reject(error)
    }
  }
  await sql.listen('charge_changed', (payload) => void look((JSON.parse(payload) as { id: string }).id))
  return { of: (id) => new Promise((resolve, reject) => waiting.set(id, { resolve, reject })) }
}
