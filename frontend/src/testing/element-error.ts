import { getConfig } from '@testing-library/react';

type ElementError = ReturnType<typeof getConfig>['getElementError'];

/**
 * The error of a query that found nothing, with the page drawn in it; while something is waited for, only once somebody
 * reads it. Until it is there such an error is made at each change of the page and thrown away.
 */
export function drawnWhenAsked(draw: ElementError): ElementError {
  return (message, container) => {
    // The library's own sign of that: it leaves out other parts of what it tells then.
    if (Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') !== true)
      return draw(message, container);
    const error = new Error();
    error.name = 'TestingLibraryElementError';
    Object.defineProperty(error, 'message', {
      get: () => draw(message, container).message,
      set: (value: string) => {
        Object.defineProperty(error, 'message', { value });
      },
      configurable: true,
    });
    return error;
  };
}
