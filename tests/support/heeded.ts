/**
 * An answer that a test may not wait for: where its workflow is gone with the test's namespace, it fails while another file runs, and
 * would be an error of the run.
 * @returns the same, which a test that waits for it sees fail.
 */
export function heeded<Answer>(answer: Promise<Answer>): Promise<Answer> {
  answer.catch(() => {})
  return answer
}
