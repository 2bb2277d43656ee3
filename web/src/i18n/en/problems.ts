import type { problems as portuguese } from '../pt-BR/problems.ts'

export const problems: typeof portuguese = {
  malformed_request: 'What was filled in was not accepted. Check it and try again.',
  refund_not_approved: 'The provider did not approve the refund.',
  unauthenticated: 'Your session has ended. Sign in again.',
  invalid_signature: 'The address is no longer valid. Open the page again and repeat.',
  wrong_credentials: 'The e-mail or the password is wrong.',
  wrong_code: 'This code is not valid now.',
  sign_in_expired: 'Too much time has passed. Sign in with the password again.',
  forbidden: 'Your access does not allow this. An administrator of your platform can help.',
  second_factor_needed: 'Your platform asks for a second factor. Turn it on in your profile.',
  cross_site_request: 'The request came from another site. Open the dashboard again and repeat.',
  not_found: 'It is not there any more, or it belongs to another platform.',
  conflict: 'This is not possible in the present state. See on the page how it stands before you repeat it.',
  request_in_progress: 'The same request is still in progress. Wait until it is done.',
  request_too_slow: 'Sending it took too long. Check your network and try again.',
  payload_too_large: 'It is too large to be accepted.',
  headers_too_large: 'Your browser sent too much. Clear the cookies of this site and try again.',
  unsupported_media_type: 'Files of this kind are not accepted.',
  rule_broken: 'A rule does not allow this. Check what was filled in.',
  idempotency_key_reused:
    'An earlier submission, with other contents, has reached the service. See what became of it before you send this one.',
  method_not_supported: 'The provider does not offer this.',
  no_provider_account: 'No provider account can take this. Check the accounts and the routing.',
  rate_limited: 'Those were too many requests in a short time.',
  internal_error: 'Something went wrong on our side. If it goes on, tell support.',
  provider_refused: 'The provider refused.',
  provider_failed: 'The provider failed to answer.',
  unavailable: 'The service is not available now. Try again in a moment.',
  outcome_unknown:
    'It may have been done, even if it does not show yet. See on the page how it stands before you repeat it.',
}
