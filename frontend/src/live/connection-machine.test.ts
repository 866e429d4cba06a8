import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createConnectionMachine } from './connection-machine.js';
import { connectionNow, useConnection } from './connection.store.js';

const connect = jest.fn();
const disconnect = jest.fn();
const make = () => createConnectionMachine({ connect, disconnect }, () => 0.5);
const setOnline = (online: boolean) =>
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.clearAllMocks();
  setOnline(true);
  useConnection.setState({ status: 'idle' }, true);
});
afterEach(() => {
  jest.useRealTimers();
  setOnline(true);
});

describe('the connection state machine', () => {
  it('LIV-009 goes from idle over connecting to live, once however often it is started', () => {
    const machine = make();
    machine.start();
    machine.start();
    expect(connectionNow()).toEqual({ status: 'connecting' });
    expect(connect).toHaveBeenCalledTimes(1);
    machine.opened();
    expect(connectionNow()).toEqual({ status: 'live' });
  });

  it('LIV-009 counts down after a loss and tries again, each time later', () => {
    const machine = make();
    machine.start();
    machine.failed();
    expect(connectionNow()).toEqual({ status: 'lost', retryAt: 1_000 });
    jest.advanceTimersByTime(999);
    expect(connect).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    expect(connect).toHaveBeenCalledTimes(2);
    machine.failed();
    expect(connectionNow()).toEqual({ status: 'lost', retryAt: 3_000 });
  });

  it('LIV-009 starts from the shortest wait again after a connection that held', () => {
    const machine = make();
    machine.start();
    machine.failed();
    jest.advanceTimersByTime(1_000);
    machine.opened();
    jest.advanceTimersByTime(5_000);
    machine.failed();
    expect(connectionNow()).toEqual({ status: 'lost', retryAt: 7_000 });
  });

  it('LIV-009 goes on waiting longer while connections break at once', () => {
    const machine = make();
    machine.start();
    machine.opened();
    machine.failed();
    jest.advanceTimersByTime(1_000);
    machine.opened();
    machine.failed();
    expect(connectionNow()).toEqual({ status: 'lost', retryAt: 3_000 });
  });

  it('LIV-009 tries at once when asked to, and not twice', () => {
    const machine = make();
    machine.start();
    machine.failed();
    machine.retryNow();
    machine.retryNow();
    expect(connectionNow()).toEqual({ status: 'connecting' });
    jest.advanceTimersByTime(60_000);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('says offline while the device has no network, and goes on trying', () => {
    const machine = make();
    setOnline(false);
    machine.start();
    machine.failed();
    expect(connectionNow()).toEqual({ status: 'offline' });
    jest.advanceTimersByTime(1_000);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('GAP-140 stops for good when the session ends, until it is started again', () => {
    const machine = make();
    machine.start();
    machine.opened();
    machine.end();
    machine.failed();
    machine.retryNow();
    machine.renew();
    jest.advanceTimersByTime(60_000);
    expect(connectionNow()).toEqual({ status: 'ended' });
    expect(connect).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalled();
    machine.start();
    expect(connect).toHaveBeenCalledTimes(2);
  });
});
