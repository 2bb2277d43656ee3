/** "23 h 57 min", or "59:07" within the last hour: hours and minutes with a colon would be a time of the day. */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  if (hours === 0) return [minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
}
