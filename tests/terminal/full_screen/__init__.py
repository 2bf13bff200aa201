"""The full-screen app as people use it: keys and clicks in, screens compared as text."""
