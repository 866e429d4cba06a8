import { getConfig } from '@testing-library/react';

type ElementError = ReturnType<typeof getConfig>['getElementError'];

/**
 * Defers printing the DOM until the message is read. A waiting query creates and discards an error at every DOM change,
 * and printing is slow.
 */
export function lazyElementError(createError: ElementError): ElementError {
  return (message, container) => {
    // Testing Library sets this flag while a query waits.
    if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') !== true)
      return createError(message, container);
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      get: () => createError(message, container).message,
      set: (value: string) => {
        Object.defineProperty(error, 'message', { value });
      },
      configurable: true,
    });
    return error;
  };
}
