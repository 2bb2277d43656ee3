/** What the pages ask about exams of an integration. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isExamOver } from '../../../../domain/exam.ts'
import { api } from '../../api/client.ts'
import type { Exam, ExamList, NewExam } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const PATH = '/v1/exams'
const PAGE_SIZE = 25
/** A question takes about as long as the system that is asked. */
const UNDER_WAY_MS = 1_000

export const examQueries = {
  all: () => ['exams'] as const,
  list: () =>
    pages([...examQueries.all(), 'list'], listAt<ExamList>(PATH, { limit: PAGE_SIZE }), {
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ data }) => data.some((exam) => !isExamOver(exam.state))) ? UNDER_WAY_MS : false,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...examQueries.all(), id],
      queryFn: ({ signal }) => api.get<Exam>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: ({ state }) => (state.data && !isExamOver(state.data.state) ? UNDER_WAY_MS : false),
    }),
}

export const beginExam = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (exam: NewExam) => api.post<Exam>(PATH, exam),
    onSuccess: () => queries.invalidateQueries({ queryKey: examQueries.all() }),
  })
