/** Which failed tasks are the SDK's: a local activity ended just as its task was extended, on a crowded machine. */
import { expect, test } from 'vitest'
import { type HistoryEvent, isOrderOfSdk } from './extended-tasks.ts'

const AT = Date.UTC(2026, 5, 1)
const NON_DETERMINISTIC_ERROR = 24
const UNHANDLED_FAILURE = 14

interface Story {
  lastedMs?: number
  marker?: string
  /** In which task it was written. */
  markedIn?: 4 | 8
  cause?: number
}

/** A task, what it wrote, a decision that came meanwhile, the next task, and a replay that failed. */
function historyOf({ lastedMs = 8_031, marker = 'core_local_activity', markedIn = 4, cause = 24 }: Story) {
  const after = (ms: number) => ({ seconds: Math.floor((AT + ms) / 1_000), nanos: ((AT + ms) % 1_000) * 1_000_000 })
  const recorded = {
    markerRecordedEventAttributes: { markerName: marker, workflowTaskCompletedEventId: markedIn },
  }
  const events = [
    { eventId: 3, eventTime: after(0), workflowTaskStartedEventAttributes: {} },
    { eventId: 4, eventTime: after(lastedMs), workflowTaskCompletedEventAttributes: { startedEventId: 3 } },
    ...(markedIn === 4 ? [{ eventId: 5, eventTime: after(lastedMs), ...recorded }] : []),
    { eventId: 6, eventTime: after(lastedMs), workflowExecutionSignaledEventAttributes: {} },
    { eventId: 7, eventTime: after(lastedMs), workflowTaskStartedEventAttributes: {} },
    { eventId: 8, eventTime: after(lastedMs + 50), workflowTaskCompletedEventAttributes: { startedEventId: 7 } },
    ...(markedIn === 8 ? [{ eventId: 9, eventTime: after(lastedMs + 50), ...recorded }] : []),
    { eventId: 10, eventTime: after(20_000), workflowTaskFailedEventAttributes: { cause } },
  ] as never as HistoryEvent[]
  return { events, failed: events.at(-1) as HistoryEvent }
}

/** During the first task alone. */
const crowded = { from: (moment: number, forMs: number) => moment === AT && forMs === 8_031 }

test('a replay that fails after it is excused where the machine was crowded, and only there', () => {
  const { events, failed } = historyOf({ cause: NON_DETERMINISTIC_ERROR })
  expect(isOrderOfSdk(events, failed, crowded)).toBe(true)
  expect(isOrderOfSdk(events, failed, { from: () => false })).toBe(false)
})

test.each([
  ['a task that was not extended', { lastedMs: 3_000 }],
  ['an extended task in which no local activity ended', { markedIn: 8 }],
  ['an extended task that wrote another marker', { marker: 'core_patch' }],
  ['any other failure', { cause: UNHANDLED_FAILURE }],
] as const)('%s excuses nothing: %o', (_, story) => {
  const { events, failed } = historyOf(story)
  expect(isOrderOfSdk(events, failed, { from: () => true })).toBe(false)
})

test('neither does one that came after the failure', () => {
  const { events, failed } = historyOf({})
  expect(isOrderOfSdk([failed, ...events.slice(0, -1)], failed, { from: () => true })).toBe(false)
})
