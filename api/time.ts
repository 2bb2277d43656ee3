/** The database's own spelling of a moment ("2026-01-02 03:04:05.678+00") as ISO 8601 UTC. */
export const iso = (time: string) => new Date(time).toISOString()

export const isoOrNull = (time: string | null) => (time === null ? null : iso(time))
