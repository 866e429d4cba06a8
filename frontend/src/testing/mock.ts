import type { Call, CallMethod, RequestFields } from '@oniverse/contracts';
import { type Answering, answerTo, handlerOf, type Received } from './call-handler.js';
import { server } from './server.js';

/** Answers a call in the running test. @returns the requests that it receives */
export function mock<P extends string, A, Q extends RequestFields, B extends RequestFields>(
  call: Call<CallMethod, P, A, Q, B>,
  answer: NoInfer<Answering<P, A, Q, B>>,
): readonly Received<P, Q, B>[] {
  const requests: Received<P, Q, B>[] = [];
  server.use(handlerOf(answerTo(call, answer, requests)));
  return requests;
}
