import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createConnectionMachine } from './connection-machine.js';
import { getConnection } from './connection.store.js';

const connect = jest.fn();
const disconnect = jest.fn();
const make = () => createConnectionMachine({ connect, disconnect }, () => 0.5);
const setOnline = (online: boolean) =>
  Object.defineProperty(navigator, 'onLine', { value: online, configurable: true });

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.clearAllMocks();
});

describe('the connection state machine', () => {
  it('LIV-009 goes from idle through connecting to live, and connects once when started twice', () => {
    const machine = make();
    machine.start();
    machine.start();
    expect(getConnection()).toEqual({ status: 'connecting' });
    expect(connect).toHaveBeenCalledTimes(1);
    machine.handleConnect();
    expect(getConnection()).toEqual({ status: 'live' });
  });

  it('LIV-009 retries after a loss, with a longer delay each time', () => {
    const machine = make();
    machine.start();
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 1_000 });
    jest.advanceTimersByTime(999);
    expect(connect).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    expect(connect).toHaveBeenCalledTimes(2);
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 3_000 });
  });

  it('LIV-009 resets the delay after a stable connection', () => {
    const machine = make();
    machine.start();
    machine.handleFailure();
    jest.advanceTimersByTime(1_000);
    machine.handleConnect();
    jest.advanceTimersByTime(5_000);
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 7_000 });
  });

  it('LIV-009 keeps increasing the delay while connections break at once', () => {
    const machine = make();
    machine.start();
    machine.handleConnect();
    machine.handleFailure();
    jest.advanceTimersByTime(1_000);
    machine.handleConnect();
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 3_000 });
  });

  it('LIV-009 moves to another server at once when the server closed a stable connection', () => {
    const machine = make();
    machine.start();
    machine.handleConnect();
    jest.advanceTimersByTime(5_000);
    machine.handleMove();
    expect(getConnection()).toEqual({ status: 'connecting' });
    jest.advanceTimersByTime(150);
    expect(connect).toHaveBeenCalledTimes(2);
    machine.handleConnect();
    machine.handleMove();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 6_150 });
  });

  it('OPS-166 tries several times within two seconds after the server closed a stable connection', () => {
    const machine = make();
    machine.start();
    machine.handleConnect();
    jest.advanceTimersByTime(5_000);
    machine.handleMove();
    jest.advanceTimersByTime(150);
    for (let attempt = 2; attempt < 9; attempt += 1) {
      expect(connect).toHaveBeenCalledTimes(attempt);
      machine.handleFailure();
      expect(getConnection()).toEqual({ status: 'connecting' });
      jest.advanceTimersByTime(200);
    }
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'lost', retryAt: 7_550 });
  });

  it('OPS-166 says between quick attempts that the device is offline', () => {
    const machine = make();
    machine.start();
    machine.handleConnect();
    jest.advanceTimersByTime(5_000);
    machine.handleMove();
    jest.advanceTimersByTime(150);
    setOnline(false);
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'offline' });
  });

  it('LIV-009 connects at once on retryNow, and only once', () => {
    const machine = make();
    machine.start();
    machine.handleFailure();
    machine.retryNow();
    machine.retryNow();
    expect(getConnection()).toEqual({ status: 'connecting' });
    jest.advanceTimersByTime(60_000);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('reports offline while the device has no network, and keeps retrying', () => {
    const machine = make();
    setOnline(false);
    machine.start();
    machine.handleFailure();
    expect(getConnection()).toEqual({ status: 'offline' });
    jest.advanceTimersByTime(1_000);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it('GAP-140 stays stopped after the session ends, until it is started again', () => {
    const machine = make();
    machine.start();
    machine.handleConnect();
    machine.endSession();
    machine.handleFailure();
    machine.retryNow();
    machine.reconnect();
    jest.advanceTimersByTime(60_000);
    expect(getConnection()).toEqual({ status: 'ended' });
    expect(connect).toHaveBeenCalledTimes(1);
    expect(disconnect).toHaveBeenCalled();
    machine.start();
    expect(connect).toHaveBeenCalledTimes(2);
  });
});
